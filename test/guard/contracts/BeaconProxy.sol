// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// An EIP-1967 `BeaconProxy` that is its own `UpgradeableBeacon`: `implementation()` is answered, other calls are delegated.
contract BeaconProxy {
    address immutable owner = msg.sender;
    // `keccak256("eip1967.proxy.beacon") - 1`
    bytes32 constant place = 0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50;
    address public implementation;

    constructor(address implementation_) {
        implementation = implementation_;
        assembly {
            sstore(place, address())
        }
    }

    function upgrade(address implementation_) external {
        require(msg.sender == owner);
        implementation = implementation_;
    }

    fallback() external payable {
        address to = implementation;
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
