// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Code that an account delegates to (EIP-7702): it forwards all native coins that the account receives.
contract Sweeper {
    address payable immutable to;

    constructor(address payable to_) {
        to = to_;
    }

    receive() external payable {
        if (to == address(0)) return;
        (bool paid,) = to.call{value: msg.value}("");
        require(paid);
    }
}
