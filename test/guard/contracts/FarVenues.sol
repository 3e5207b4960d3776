// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
    function deposit() external payable;
}

/// The deposits of a bridge, which owes them on the destination chain or as refunds. Native coin: the zero address.
abstract contract Bridge {
    struct Debt {
        address token;
        uint256 amount;
        bytes authority;
        bytes refundTo;
        uint256 chain;
        bytes tokenOut;
        bytes recipient;
        uint256 minOut;
        uint256 until;
        bool isPlain;
    }

    event Owed(Debt debt);

    function take(address token, uint256 amount) internal {
        if (token == address(0)) require(msg.value >= amount, "too few coins");
        else require(IToken(token).transferFrom(msg.sender, address(this), amount), "not paid");
    }

    function pay(address token, address to, uint256 amount) internal {
        if (token != address(0)) {
            IToken(token).transfer(to, amount);
            return;
        }
        (bool done,) = to.call{value: amount}("");
        require(done, "not paid out");
    }
}

/// deBridge (`DlnSource`): the authority lowers or cancels an order, and sets the refund address unless the order has one.
contract DlnSource is Bridge {
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

    function createOrder(Order calldata order, bytes calldata affiliateFee, uint32, bytes calldata permit)
        external
        payable
        returns (bytes32)
    {
        return create(order, affiliateFee, permit);
    }

    function createSaltedOrder(
        Order calldata order,
        uint64,
        bytes calldata affiliateFee,
        uint32,
        bytes calldata permit,
        bytes calldata
    ) external payable returns (bytes32) {
        return create(order, affiliateFee, permit);
    }

    function create(Order calldata order, bytes calldata affiliateFee, bytes calldata permit) private returns (bytes32) {
        take(order.giveTokenAddress, order.giveAmount);
        uint256 fee = 0;
        if (affiliateFee.length == 52) {
            fee = uint256(bytes32(affiliateFee[20:]));
            pay(order.giveTokenAddress, address(bytes20(affiliateFee[:20])), fee);
        }
        Debt memory debt;
        (debt.token, debt.amount) = (order.giveTokenAddress, order.giveAmount - fee);
        (debt.authority, debt.refundTo) = (order.orderAuthorityAddressDst, order.allowedCancelBeneficiarySrc);
        (debt.chain, debt.tokenOut) = (order.takeChainId, order.takeTokenAddress);
        (debt.recipient, debt.minOut) = (order.receiverDst, order.takeAmount);
        debt.isPlain = order.externalCall.length == 0 && order.allowedTakerDst.length == 0 && permit.length == 0
            && order.givePatchAuthoritySrc == msg.sender;
        emit Owed(debt);
        return bytes32(uint256(1));
    }
}

/// Across (`SpokePool`): the depositor is refunded after the deadline; the recipient's code executes a message.
contract SpokePool is Bridge {
    address private immutable wrapped;

    constructor(address wrapped_) {
        wrapped = wrapped_;
    }

    struct Deposit {
        address depositor;
        address recipient;
        address inputToken;
        address outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint256 destinationChainId;
        address exclusiveRelayer;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityParameter;
        bytes message;
    }

    bytes4 private constant depositV3 = bytes4(
        keccak256(
            "depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)"
        )
    );

    /// The arguments of `depositV3` as one struct: twelve would not fit on the stack of the compiler.
    fallback() external payable {
        require(msg.sig == depositV3, "unknown");
        Deposit memory given = abi.decode(bytes.concat(bytes32(uint256(32)), msg.data[4:]), (Deposit));
        bool isCoin = msg.value > 0;
        if (isCoin) require(given.inputToken == wrapped && msg.value == given.inputAmount, "not the coin");
        else take(given.inputToken, given.inputAmount);
        Debt memory debt;
        (debt.token, debt.amount) = (given.inputToken, given.inputAmount);
        debt.authority = debt.refundTo = abi.encodePacked(given.depositor);
        (debt.chain, debt.tokenOut) = (given.destinationChainId, abi.encodePacked(given.outputToken));
        (debt.recipient, debt.minOut) = (abi.encodePacked(given.recipient), given.outputAmount);
        (debt.until, debt.isPlain) = (given.fillDeadline, given.message.length == 0);
        emit Owed(debt);
    }
}

/// A pool of Stargate v2: it keeps the fee of the message, and refunds the rest of the value.
contract StargatePool is Bridge {
    struct SendParam {
        uint32 dstEid;
        bytes32 to;
        uint256 amountLD;
        uint256 minAmountLD;
        bytes extraOptions;
        bytes composeMsg;
        bytes oftCmd;
    }

    struct MessagingFee {
        uint256 nativeFee;
        uint256 lzTokenFee;
    }

    address private immutable token;

    constructor(address token_) {
        token = token_;
    }

    function send(SendParam calldata param, MessagingFee calldata fee, address refundAddress) external payable {
        sent(param, fee, refundAddress);
    }

    function sendToken(SendParam calldata param, MessagingFee calldata fee, address refundAddress) external payable {
        sent(param, fee, refundAddress);
    }

    function sent(SendParam calldata param, MessagingFee calldata fee, address refundAddress) private {
        take(token, param.amountLD);
        uint256 used = fee.nativeFee + (token == address(0) ? param.amountLD : 0);
        require(param.amountLD >= param.minAmountLD && msg.value >= used, "slippage");
        if (msg.value > used) pay(address(0), refundAddress, msg.value - used);
        Debt memory debt;
        (debt.token, debt.amount) = (token, param.amountLD);
        debt.authority = debt.refundTo = abi.encodePacked(msg.sender);
        (debt.chain, debt.minOut) = (param.dstEid, param.minAmountLD);
        debt.recipient = abi.encodePacked(address(uint160(uint256(param.to))));
        debt.isPlain = param.composeMsg.length == 0;
        emit Owed(debt);
    }
}

/// LI.FI's diamond: swaps by calling any contract, checks the minimum, and pays out or deposits with Across.
contract LifiDiamond is Bridge {
    struct Swap {
        address callTo;
        address approveTo;
        address sendingAssetId;
        address receivingAssetId;
        uint256 fromAmount;
        bytes callData;
        bool requiresDeposit;
    }

    struct BridgeData {
        bytes32 transactionId;
        string bridge;
        string integrator;
        address referrer;
        address sendingAssetId;
        address receiver;
        uint256 minAmount;
        uint256 destinationChainId;
        bool hasSourceSwaps;
        bool hasDestinationCall;
    }

    struct AcrossData {
        address receivingAssetId;
        uint256 outputAmount;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        bytes message;
    }

    function swapTokensGeneric(
        bytes32,
        string calldata,
        string calldata,
        address payable receiver,
        uint256 minAmount,
        Swap[] calldata swaps
    ) external payable {
        uint256 got = swapped(swaps);
        require(got >= minAmount, "too little");
        pay(swaps[swaps.length - 1].receivingAssetId, receiver, got);
    }

    function startBridgeTokensViaAcrossV3(BridgeData calldata bridge, AcrossData calldata across) external payable {
        require(!bridge.hasSourceSwaps, "swaps");
        take(bridge.sendingAssetId, bridge.minAmount);
        owe(bridge, across, bridge.minAmount);
    }

    function swapAndStartBridgeTokensViaAcrossV3(
        BridgeData calldata bridge,
        Swap[] calldata swaps,
        AcrossData calldata across
    ) external payable {
        require(bridge.hasSourceSwaps, "no swaps");
        uint256 got = swapped(swaps);
        require(got >= bridge.minAmount, "too little");
        owe(bridge, across, got);
    }

    function owe(BridgeData calldata bridge, AcrossData calldata across, uint256 amount) private {
        Debt memory debt;
        (debt.token, debt.amount) = (bridge.sendingAssetId, amount);
        debt.authority = debt.refundTo = debt.recipient = abi.encodePacked(bridge.receiver);
        (debt.chain, debt.tokenOut) = (bridge.destinationChainId, abi.encodePacked(across.receivingAssetId));
        (debt.minOut, debt.until) = (across.outputAmount, across.fillDeadline);
        debt.isPlain = across.message.length == 0 && !bridge.hasDestinationCall;
        emit Owed(debt);
    }

    function swapped(Swap[] calldata swaps) private returns (uint256) {
        IToken bought = IToken(swaps[swaps.length - 1].receivingAssetId);
        uint256 before = held(address(bought));
        for (uint256 i = 0; i < swaps.length; i++) {
            if (swaps[i].requiresDeposit) take(swaps[i].sendingAssetId, swaps[i].fromAmount);
        }
        for (uint256 i = 0; i < swaps.length; i++) {
            uint256 coins = swaps[i].sendingAssetId == address(0) ? swaps[i].fromAmount : 0;
            if (coins == 0) IToken(swaps[i].sendingAssetId).approve(swaps[i].approveTo, swaps[i].fromAmount);
            (bool done,) = swaps[i].callTo.call{value: coins}(swaps[i].callData);
            require(done, "a swap failed");
        }
        return held(address(bought)) - before;
    }

    function held(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : IToken(token).balanceOf(address(this));
    }

    receive() external payable {}
}
