// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// WETH9, as most chains have it: a call of any other function wraps the value.
contract WrapsAnything {
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    fallback() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    receive() external payable {
        balanceOf[msg.sender] += msg.value;
    }
}
