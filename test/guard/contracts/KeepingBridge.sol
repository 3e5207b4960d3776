// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Takes deposits like the bridge of the local exchange, and never pays them out.
contract KeepingBridge {
    struct Destination {
        uint256 chain;
        bytes token;
        bytes recipient;
        uint256 minOut;
        uint64 deadline;
    }

    function deposit(address token, uint256 amount, Destination calldata) external returns (uint256) {
        IToken(token).transferFrom(msg.sender, address(this), amount);
        return 1;
    }

    function swapAndDeposit(address token, uint256 amount, bytes calldata, uint256, address, Destination calldata)
        external
        returns (uint256)
    {
        IToken(token).transferFrom(msg.sender, address(this), amount);
        return 1;
    }

    function swapNativeAndDeposit(bytes calldata, uint256, address, Destination calldata)
        external
        payable
        returns (uint256)
    {
        return 1;
    }
}
