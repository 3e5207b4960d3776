// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A proxy with its implementation address in a non-standard slot.
contract HiddenProxy {
    address immutable owner = msg.sender;
    address code;

    constructor(address code_) {
        code = code_;
    }

    fallback() external payable {
        address to = code;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch success
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
