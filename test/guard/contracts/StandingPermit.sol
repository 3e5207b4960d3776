// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Returns an existing allowance as Permit2 does.
contract StandingPermit {
    uint160 immutable amount;

    constructor(uint160 amount_) {
        amount = amount_;
    }

    function allowance(address, address, address) external view returns (uint160, uint48, uint48) {
        return (amount, 0, 0);
    }
}
