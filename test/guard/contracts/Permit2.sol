// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// The allowances of Permit2 as routers use them: an amount and an expiry for each token and spender. No signatures.
contract Permit2 {
    struct Allowance {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    mapping(address owner => mapping(address token => mapping(address spender => Allowance))) public allowance;

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Allowance storage allowed = allowance[msg.sender][token][spender];
        allowed.amount = amount;
        allowed.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowance storage allowed = allowance[from][token][msg.sender];
        require(block.timestamp <= allowed.expiration, "AllowanceExpired");
        require(amount <= allowed.amount, "InsufficientAllowance");
        if (allowed.amount != type(uint160).max) allowed.amount -= amount;
        // USDT returns nothing.
        (bool success,) = token.call(abi.encodeCall(IToken.transferFrom, (from, to, amount)));
        require(success, "TRANSFER_FROM_FAILED");
    }
}
