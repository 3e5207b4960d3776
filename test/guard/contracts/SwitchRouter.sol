// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
}

interface IRouter {
    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256 amountOut);
}

/// Honest until its owner sets a flag in its storage; its code never changes.
contract SwitchRouter is IRouter {
    address immutable owner = msg.sender;
    IRouter immutable router;
    bool keeps;

    constructor(IRouter router_) {
        router = router_;
    }

    function flip() external {
        require(msg.sender == owner);
        keeps = true;
    }

    function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256) {
        IToken(params.tokenIn).transferFrom(msg.sender, address(this), params.amountIn);
        if (keeps) return params.amountOutMinimum;
        IToken(params.tokenIn).approve(address(router), params.amountIn);
        return router.exactInputSingle(params);
    }
}
