// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Answers as Permit2 does about an allowance that stands behind it.
contract StandingPermit {
    uint160 immutable amount;

    constructor(uint160 amount_) {
        amount = amount_;
    }

    function allowance(address, address, address) external view returns (uint160, uint48, uint48) {
        return (amount, 0, 0);
    }
}
