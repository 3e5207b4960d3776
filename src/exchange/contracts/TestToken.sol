// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// An ordinary token with EIP-2612 permit and any number of decimals. Only the faucet mints it.
/// A permit is signed for the token's name, or for its symbol where the name is too long for the EIP-712 domain (`eip712Domain`).
contract TestToken is ERC20, ERC20Permit {
    address public immutable faucet;
    uint8 private immutable places;

    error OnlyFaucet();

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address faucet_)
        ERC20(name_, symbol_)
        ERC20Permit(bytes(name_).length < 32 ? name_ : symbol_)
    {
        places = decimals_;
        faucet = faucet_;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external {
        if (msg.sender != faucet) revert OnlyFaucet();
        _mint(to, amount);
    }
}
