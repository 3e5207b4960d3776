// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// An ERC-2535 diamond, with one facet for all functions.
contract Diamond {
    address immutable owner = msg.sender;
    address facet;

    constructor(address facet_) {
        facet = facet_;
    }

    function facetAddress(bytes4) external view returns (address) {
        return facet;
    }

    function upgrade(address facet_) external {
        require(msg.sender == owner);
        facet = facet_;
    }

    fallback() external payable {
        address to = facet;
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
