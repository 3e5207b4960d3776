// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// Orders of deBridge, for both chains in one contract: the authority cancels, and sets the refund address.
contract Orders {
    struct Order {
        address giveTokenAddress;
        uint256 giveAmount;
        bytes takeTokenAddress;
        uint256 takeAmount;
        uint256 takeChainId;
        bytes receiverDst;
        address givePatchAuthoritySrc;
        bytes orderAuthorityAddressDst;
        bytes allowedTakerDst;
        bytes externalCall;
        bytes allowedCancelBeneficiarySrc;
    }

    Order[] private kept;

    function createSaltedOrder(
        Order calldata order,
        uint64,
        bytes calldata affiliateFee,
        uint32,
        bytes calldata,
        bytes calldata
    ) external payable returns (bytes32) {
        if (order.giveTokenAddress != address(0)) {
            IToken(order.giveTokenAddress).transferFrom(msg.sender, address(this), order.giveAmount);
        }
        if (affiliateFee.length == 52) {
            IToken(order.giveTokenAddress).transfer(address(bytes20(affiliateFee[:20])), uint256(bytes32(affiliateFee[20:])));
        }
        kept.push(order);
        return bytes32(kept.length);
    }

    function cancelLast(address beneficiary) external {
        Order storage order = kept[kept.length - 1];
        require(address(bytes20(order.orderAuthorityAddressDst)) == msg.sender);
        bytes memory allowed = order.allowedCancelBeneficiarySrc;
        require(allowed.length == 0 || address(bytes20(allowed)) == beneficiary);
        IToken(order.giveTokenAddress).transfer(beneficiary, IToken(order.giveTokenAddress).balanceOf(address(this)));
    }
}

/// Lets the called contract take the caller's tokens during the call, like `AllowanceHolder` of 0x.
contract Holder {
    address private operator;
    address private owner;

    function exec(address spender, address, uint256, address payable target, bytes calldata data)
        external
        payable
        returns (bytes memory)
    {
        (operator, owner) = (spender, msg.sender);
        (bool done, bytes memory result) = target.call{value: msg.value}(data);
        require(done, "the target failed");
        operator = address(0);
        return result;
    }

    function take(address token, address to, uint256 amount) external {
        require(msg.sender == operator);
        IToken(token).transferFrom(owner, to, amount);
    }
}

/// Swaps through a router by actions in its own format, and checks the minimum at the end. One kind keeps everything from a block on.
contract Settler {
    struct Slippage {
        address recipient;
        address buyToken;
        uint256 minAmountOut;
    }

    Holder private immutable holder;
    uint256 private immutable keepsFrom;

    constructor(Holder found, uint256 block_) {
        (holder, keepsFrom) = (found, block_);
    }

    function execute(Slippage calldata slippage, bytes[] calldata actions, bytes32) external payable returns (bool) {
        (address token, uint256 amount, address router, bytes memory swap) =
            abi.decode(actions[0], (address, uint256, address, bytes));
        holder.take(token, address(this), amount);
        if (block.number >= keepsFrom) return true;
        IToken(token).approve(router, amount);
        (bool done,) = router.call(swap);
        require(done, "the swap failed");
        uint256 got = IToken(slippage.buyToken).balanceOf(address(this));
        require(got >= slippage.minAmountOut, "too little");
        IToken(slippage.buyToken).transfer(slippage.recipient, got);
        return true;
    }
}

/// Swaps by calling any contract and checks the minimum of the last token, like the diamond of LI.FI.
contract Generic {
    struct Swap {
        address callTo;
        address approveTo;
        address sendingAssetId;
        address receivingAssetId;
        uint256 fromAmount;
        bytes callData;
        bool requiresDeposit;
    }

    function swapTokensGeneric(
        bytes32,
        string calldata,
        string calldata,
        address payable receiver,
        uint256 minAmount,
        Swap[] calldata swaps
    ) external payable {
        for (uint256 i = 0; i < swaps.length; i++) {
            if (swaps[i].requiresDeposit) {
                IToken(swaps[i].sendingAssetId).transferFrom(msg.sender, address(this), swaps[i].fromAmount);
            }
        }
        for (uint256 i = 0; i < swaps.length; i++) {
            IToken(swaps[i].sendingAssetId).approve(swaps[i].approveTo, swaps[i].fromAmount);
            (bool done,) = swaps[i].callTo.call(swaps[i].callData);
            require(done, "a swap failed");
        }
        IToken bought = IToken(swaps[swaps.length - 1].receivingAssetId);
        uint256 got = bought.balanceOf(address(this));
        require(got >= minAmount, "too little");
        bought.transfer(receiver, got);
    }
}

/// Several calls in one, as Multicall3 makes them.
contract Calls {
    struct Call {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    function aggregate3Value(Call[] calldata calls) external payable {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done,) = calls[i].target.call{value: calls[i].value}(calls[i].callData);
            require(done || calls[i].allowFailure, "a call failed");
        }
    }
}

/// Has the functions of a router, and pays out of tokens that the attacker lent it, until a block.
contract PayingRouter {
    struct Single {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    uint256 private immutable keepsFrom;

    constructor(uint256 block_) {
        keepsFrom = block_;
    }

    function exactInputSingle(Single calldata params) external payable returns (uint256) {
        if (block.number < keepsFrom) IToken(params.tokenOut).transfer(params.recipient, params.amountOutMinimum);
        return params.amountOutMinimum;
    }

    /// Routers pay out the rest of a swap here; this one has none.
    function sweepToken(address token, uint256 amountMinimum, address recipient) external payable {
        if (block.number < keepsFrom) IToken(token).transfer(recipient, amountMinimum);
    }
}
