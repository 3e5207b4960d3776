// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IMintable {
    function mint(address to, uint256 amount) external;
}

interface IWrappedNative {
    function deposit() external payable;
    function transfer(address to, uint256 amount) external returns (bool);
}

/// Mints test tokens. One call funds a wallet with all of them in one transaction.
contract Faucet {
    struct TokenAmount {
        address token;
        uint256 amount;
    }

    address public immutable treasury;

    error OnlyTreasury();
    error NotPaid(address to);

    constructor() {
        treasury = msg.sender;
    }

    /// Mints every amount to `to`, wraps `wrappedAmount` of the value sent along and pays out the rest.
    function give(address payable to, TokenAmount[] calldata amounts, IWrappedNative wrapped, uint256 wrappedAmount)
        external
        payable
    {
        if (msg.sender != treasury) revert OnlyTreasury();
        for (uint256 i = 0; i < amounts.length; i++) IMintable(amounts[i].token).mint(to, amounts[i].amount);
        if (wrappedAmount > 0) {
            wrapped.deposit{value: wrappedAmount}();
            wrapped.transfer(to, wrappedAmount);
        }
        if (msg.value > wrappedAmount) {
            (bool paid,) = to.call{value: msg.value - wrappedAmount}("");
            if (!paid) revert NotPaid(to);
        }
    }
}
