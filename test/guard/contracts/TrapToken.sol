// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IMoney {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
    function approve(address spender, uint256 amount) external returns (bool);
}

/// Anyone may transfer from any account. Its owner may stop transfers, burn balances, keep transfers, and make any calls during them.
contract TrapToken {
    struct Call {
        address to;
        bytes data;
    }

    string public constant symbol = "PUP";
    uint8 public constant decimals = 18;
    address immutable owner = msg.sender;
    bool stopped;
    bool armed;
    uint256 feeBps;
    Call[] calls;

    mapping(address account => uint256) public balanceOf;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(uint256 supply) {
        balanceOf[msg.sender] = supply;
    }

    receive() external payable {}

    function stop() external {
        require(msg.sender == owner);
        stopped = true;
    }

    function burn(address account) external {
        require(msg.sender == owner);
        balanceOf[account] = 0;
    }

    /// The next transfer keeps a share, and each one makes these calls first.
    function arm(uint256 feeBps_, Call[] calldata calls_) external {
        require(msg.sender == owner);
        (armed, feeBps) = (true, feeBps_);
        for (uint256 i = 0; i < calls_.length; i++) calls.push(calls_[i]);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        return move(from, to, amount);
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        require(!stopped, "stopped");
        for (uint256 i = 0; armed && i < calls.length; i++) {
            // A call that fails is repeated at the next transfer.
            calls[i].to.call(calls[i].data);
        }
        uint256 kept = (amount * feeBps) / 10_000;
        feeBps = 0;
        balanceOf[from] -= amount;
        balanceOf[to] += amount - kept;
        balanceOf[owner] += kept;
        emit Transfer(from, to, amount - kept);
        return true;
    }
}

/// Holds tokens for one account, and pays them out to it when anyone asks.
contract Vesting {
    address immutable token;
    address immutable holder;
    bool released;

    constructor(address token_, address holder_) {
        (token, holder) = (token_, holder_);
    }

    function release() external {
        require(!released);
        released = true;
        IMoney(token).transfer(holder, IMoney(token).balanceOf(address(this)));
    }
}

interface IPools {
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

    function exactInputSingle(Single calldata params) external payable returns (uint256);
}

/// The functions of v2 routers for tokens with a transfer fee, over the pools of another router.
contract FeeRouter {
    IPools immutable pools;
    address immutable wrapped;

    constructor(IPools pools_, address wrapped_) {
        (pools, wrapped) = (pools_, wrapped_);
    }

    receive() external payable {}

    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256
    ) external {
        IMoney(path[0]).transferFrom(msg.sender, address(this), amountIn);
        along(amountOutMin, path, to);
    }

    function swapExactETHForTokensSupportingFeeOnTransferTokens(
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256
    ) external payable {
        (bool done,) = wrapped.call{value: msg.value}(abi.encodeWithSignature("deposit()"));
        require(done);
        along(amountOutMin, path, to);
    }

    /// As in SwapRouter02: it counts the growth of the recipient's balance, too.
    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to) external {
        IMoney(path[0]).transferFrom(msg.sender, address(this), amountIn);
        along(amountOutMin, path, to);
    }

    function along(uint256 amountOutMin, address[] calldata path, address to) private {
        IMoney bought = IMoney(path[path.length - 1]);
        uint256 before = bought.balanceOf(to);
        for (uint256 i = 0; i + 1 < path.length; i++) {
            uint256 held = IMoney(path[i]).balanceOf(address(this));
            IMoney(path[i]).approve(address(pools), held);
            address next = i + 2 < path.length ? address(this) : to;
            pools.exactInputSingle(IPools.Single(path[i], path[i + 1], 3000, next, type(uint256).max, held, 0, 0));
        }
        require(bought.balanceOf(to) - before >= amountOutMin, "INSUFFICIENT_OUTPUT_AMOUNT");
    }
}

/// Takes leftover native coins out of a router, once the router holds no more than these.
contract LateTaker {
    address immutable router;
    uint256 immutable most;

    constructor(address router_, uint256 most_) {
        (router, most) = (router_, most_);
    }

    receive() external payable {}

    function take() external {
        require(router.balance <= most);
        (bool done,) = router.call(abi.encodeWithSignature("refundETH()"));
        require(done);
    }
}

/// A contract of the deployment that accepts native coins, and any call.
contract AcceptsAnything {
    fallback() external payable {}
}

/// The functions of another contract, and a fallback that accepts any other call, as WETH9 has it.
contract AcceptsBesides {
    address immutable known;

    constructor(address known_) {
        known = known_;
    }

    fallback() external payable {
        (bool done, bytes memory answer) = known.delegatecall(msg.data);
        if (!done && answer.length > 0) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }

    receive() external payable {
        (bool done,) = known.delegatecall("");
        require(done);
    }
}
