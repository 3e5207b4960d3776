// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token whose owner can turn a transfer fee on and off, double the returned balances, or burn gas.
contract HookedToken {
    string public symbol;
    uint8 public constant decimals = 18;
    address immutable owner = msg.sender;
    uint256 feeBps;
    bool lies;
    uint256 burnt;

    mapping(address account => uint256) held;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(string memory symbol_, uint256 supply) {
        symbol = symbol_;
        held[msg.sender] = supply;
    }

    function set(uint256 feeBps_, bool lies_) external {
        require(msg.sender == owner);
        feeBps = feeBps_;
        lies = lies_;
    }

    function burn(uint256 gasPerTransfer) external {
        require(msg.sender == owner);
        burnt = gasPerTransfer;
    }

    function balanceOf(address account) external view returns (uint256) {
        return lies && account.code.length == 0 ? 2 * held[account] : held[account];
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
        uint256 had = gasleft();
        while (had - gasleft() < burnt) {}
        uint256 kept = (amount * feeBps) / 10_000;
        held[from] -= amount;
        held[to] += amount - kept;
        held[owner] += kept;
        emit Transfer(from, to, amount - kept);
        return true;
    }
}
