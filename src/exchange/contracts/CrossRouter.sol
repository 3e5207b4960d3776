// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

interface IWrapped {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}

interface IPoolRouter {
    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    function exactInput(ExactInputParams calldata params) external payable returns (uint256 amountOut);
}

/// Deployed on every EVM chain. On the source chain it holds the sold tokens in escrow; on the destination chain it pays
/// out, each order at most once.
///
/// Trust assumption: the relayer could release an escrow without paying out. It cannot keep one forever: after the
/// deadline anyone can refund it to its sender.
contract CrossRouter is ReentrancyGuard {
    using SafeERC20 for IERC20;

    enum State {
        None,
        Open,
        Released,
        Refunded
    }

    struct Escrow {
        address sender;
        address token;
        uint256 amount;
        uint64 deadline;
        State state;
    }

    struct Destination {
        uint256 chain;
        bytes token;
        bytes recipient;
        uint256 minOut;
        uint64 deadline;
    }

    address public immutable relayer;
    IPoolRouter public immutable pools;
    IWrapped public immutable wrapped;
    uint256 public count;
    mapping(uint256 id => Escrow) public escrows;
    /// Whether an order of another chain was paid out: 0 not yet, 1 done.
    mapping(bytes32 key => uint256) public filled;

    event Deposited(
        uint256 indexed id,
        address indexed sender,
        address token,
        uint256 amount,
        uint64 deadline,
        uint256 chain,
        bytes destinationToken,
        bytes recipient,
        uint256 minOut
    );
    event Released(uint256 indexed id);
    event Refunded(uint256 indexed id, address sender, uint256 amount);
    event Filled(bytes32 indexed key, address recipient, address token, uint256 amount);

    error OnlyRelayer();
    error NotOpen(uint256 id);
    error TooEarly(uint256 deadline);
    error TooLate(uint256 deadline);
    error AlreadyFilled(bytes32 key);
    error TooLittle(uint256 amount, uint256 minimum);
    error Unpaid();

    modifier onlyRelayer() {
        if (msg.sender != relayer) revert OnlyRelayer();
        _;
    }

    constructor(address relayer_, IPoolRouter pools_, IWrapped wrapped_) {
        relayer = relayer_;
        pools = pools_;
        wrapped = wrapped_;
    }

    /// Accepts native coins only from unwrapping.
    receive() external payable {
        if (msg.sender != address(wrapped)) revert Unpaid();
    }

    /// Escrows the bridge token without a swap.
    function deposit(address token, uint256 amount, Destination calldata destination)
        external
        nonReentrant
        returns (uint256 id)
    {
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        id = _open(token, IERC20(token).balanceOf(address(this)) - before, destination);
    }

    /// Swaps to the bridge token first, then escrows the output.
    function swapAndDeposit(
        address tokenIn,
        uint256 amountIn,
        bytes calldata path,
        uint256 minMid,
        address midToken,
        Destination calldata destination
    ) external nonReentrant returns (uint256 id) {
        IERC20(tokenIn).safeTransferFrom(msg.sender, address(this), amountIn);
        id = _swapAndOpen(tokenIn, amountIn, path, minMid, midToken, destination);
    }

    /// The same, paid with the native coin.
    function swapNativeAndDeposit(
        bytes calldata path,
        uint256 minMid,
        address midToken,
        Destination calldata destination
    ) external payable nonReentrant returns (uint256 id) {
        if (msg.value == 0) revert Unpaid();
        wrapped.deposit{value: msg.value}();
        id = _swapAndOpen(address(wrapped), msg.value, path, minMid, midToken, destination);
    }

    /// The relayer withdraws an escrow whose order it has paid out.
    function release(uint256 id) external onlyRelayer nonReentrant {
        Escrow storage escrow = _close(id, State.Released);
        IERC20(escrow.token).safeTransfer(relayer, escrow.amount);
        emit Released(id);
    }

    /// Refunds the sender: the relayer may call it at any time, anyone after the deadline.
    function refund(uint256 id) external nonReentrant {
        uint64 deadline = escrows[id].deadline;
        if (msg.sender != relayer && block.timestamp <= deadline) revert TooEarly(deadline);
        Escrow storage escrow = _close(id, State.Refunded);
        IERC20(escrow.token).safeTransfer(escrow.sender, escrow.amount);
        emit Refunded(id, escrow.sender, escrow.amount);
    }

    /// Pays out an order of another chain in the bridge token.
    function fill(bytes32 key, address token, uint256 amount, address recipient) external onlyRelayer nonReentrant {
        _mark(key);
        IERC20(token).safeTransferFrom(msg.sender, recipient, amount);
        emit Filled(key, recipient, token, amount);
    }

    /// Swaps the bridge token and pays out the output; `unwrap` pays the native coin.
    function fillWithSwap(
        bytes32 key,
        address tokenIn,
        uint256 amountIn,
        bytes calldata path,
        address tokenOut,
        uint256 minOut,
        address recipient,
        bool unwrap
    ) external onlyRelayer nonReentrant {
        _mark(key);
        IERC20(tokenIn).safeTransferFrom(msg.sender, address(this), amountIn);
        IERC20(tokenIn).forceApprove(address(pools), amountIn);
        uint256 amount = pools.exactInput(
            IPoolRouter.ExactInputParams(path, unwrap ? address(this) : recipient, block.timestamp, amountIn, minOut)
        );
        if (amount < minOut) revert TooLittle(amount, minOut);
        if (unwrap) {
            wrapped.withdraw(amount);
            (bool paid,) = recipient.call{value: amount}("");
            if (!paid) revert Unpaid();
        }
        emit Filled(key, recipient, unwrap ? address(0) : tokenOut, amount);
    }

    function _swapAndOpen(
        address tokenIn,
        uint256 amountIn,
        bytes calldata path,
        uint256 minMid,
        address midToken,
        Destination calldata destination
    ) private returns (uint256 id) {
        IERC20(tokenIn).forceApprove(address(pools), amountIn);
        uint256 before = IERC20(midToken).balanceOf(address(this));
        pools.exactInput(IPoolRouter.ExactInputParams(path, address(this), block.timestamp, amountIn, minMid));
        id = _open(midToken, IERC20(midToken).balanceOf(address(this)) - before, destination);
    }

    function _open(address token, uint256 amount, Destination calldata destination) private returns (uint256 id) {
        if (destination.deadline <= block.timestamp) revert TooLate(destination.deadline);
        id = ++count;
        escrows[id] = Escrow(msg.sender, token, amount, destination.deadline, State.Open);
        emit Deposited(
            id,
            msg.sender,
            token,
            amount,
            destination.deadline,
            destination.chain,
            destination.token,
            destination.recipient,
            destination.minOut
        );
    }

    function _close(uint256 id, State state) private returns (Escrow storage escrow) {
        escrow = escrows[id];
        if (escrow.state != State.Open) revert NotOpen(id);
        escrow.state = state;
    }

    function _mark(bytes32 key) private {
        if (filled[key] != 0) revert AlreadyFilled(key);
        filled[key] = 1;
    }
}
