// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Delegates every call to the implementation that its owner sets; its own code never changes.
contract Proxy {
    address immutable owner = msg.sender;
    // keccak256("eip1967.proxy.implementation") - 1
    bytes32 constant place = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address implementation) {
        upgrade(implementation);
    }

    function upgrade(address implementation) public {
        require(msg.sender == owner);
        assembly {
            sstore(place, implementation)
        }
    }

    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), sload(place), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch success
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
