// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token that behaves like the old USDT contract: its calls return nothing, and an allowance must be reset to zero
/// before it can be changed.
contract TetherLike {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    address public immutable faucet;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error OnlyFaucet();

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address faucet_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        faucet = faucet_;
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "allowance too small");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0, "set the allowance to zero first");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function mint(address to, uint256 value) external {
        if (msg.sender != faucet) revert OnlyFaucet();
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, "balance too small");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
