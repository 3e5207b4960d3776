// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Executes any call for its owner, like a wallet or a treasury, and stores no caller.
contract OwnAccount {
    struct Call {
        address to;
        bytes data;
    }

    address immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function run(Call[] calldata calls) external {
        require(msg.sender == owner);
        for (uint256 index = 0; index < calls.length; index++) {
            (bool done,) = calls[index].to.call(calls[index].data);
            require(done);
        }
    }
}
