// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Bears interest like aTokens: balances are scaled by an index, and rounded half up in both directions.
contract ScaledToken {
    string public constant symbol = "lendUSDC";
    uint8 public constant decimals = 6;
    uint256 constant ray = 1e27;
    uint256 public index;

    mapping(address account => uint256) scaled;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(uint256 index_, address holder, uint256 scaledSupply) {
        index = index_;
        scaled[holder] = scaledSupply;
    }

    /// Interest accrues when anyone calls this, instead of with each block.
    function accrue(uint256 later) external {
        index = later;
    }

    function balanceOf(address account) external view returns (uint256) {
        return (scaled[account] * index + ray / 2) / ray;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return move(from, to, amount);
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        uint256 moved = (amount * ray + index / 2) / index;
        scaled[from] -= moved;
        scaled[to] += moved;
        emit Transfer(from, to, amount);
        return true;
    }
}
