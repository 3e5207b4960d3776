// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

interface IWrapped {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}

interface IPermit2 {
    function transferFrom(address from, address to, uint160 amount, address token) external;
}

interface IRouter {
    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    struct ExactOutputParams {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountOut;
        uint256 amountInMaximum;
    }

    function exactInput(ExactInputParams calldata params) external payable returns (uint256 amountOut);
    function exactOutput(ExactOutputParams calldata params) external payable returns (uint256 amountIn);
}

/// A pair like `UniswapV2Pair`: the product of its reserves must not fall, after a fee of 0.3 %.
contract Pair {
    address public immutable token0;
    address public immutable token1;
    uint112 reserve0;
    uint112 reserve1;

    constructor(address a, address b) {
        (token0, token1) = a < b ? (a, b) : (b, a);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, 0);
    }

    function sync() public {
        reserve0 = uint112(IToken(token0).balanceOf(address(this)));
        reserve1 = uint112(IToken(token1).balanceOf(address(this)));
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external {
        if (amount0Out > 0) pay(token0, to, amount0Out);
        if (amount1Out > 0) pay(token1, to, amount1Out);
        (uint256 held0, uint256 held1) = (IToken(token0).balanceOf(address(this)), IToken(token1).balanceOf(address(this)));
        uint256 in0 = held0 + amount0Out > reserve0 ? held0 + amount0Out - reserve0 : 0;
        uint256 in1 = held1 + amount1Out > reserve1 ? held1 + amount1Out - reserve1 : 0;
        require(in0 > 0 || in1 > 0, "UniswapV2: INSUFFICIENT_INPUT_AMOUNT");
        uint256 product = (held0 * 1000 - in0 * 3) * (held1 * 1000 - in1 * 3);
        require(product >= uint256(reserve0) * reserve1 * 1_000_000, "UniswapV2: K");
        sync();
    }

    /// USDT returns nothing.
    function pay(address token, address to, uint256 amount) private {
        (bool success,) = token.call(abi.encodeCall(IToken.transfer, (to, amount)));
        require(success);
    }
}

/// A factory with one pair for two tokens.
contract PairFactory {
    mapping(address a => mapping(address b => Pair)) public getPair;

    function createPair(address a, address b) external {
        getPair[a][b] = getPair[b][a] = new Pair(a, b);
    }
}

/// The commands of Uniswap's universal router for v3 pools and v2 pairs, with its constants for the caller, the router and its balance.
contract UniversalRouter {
    IPermit2 immutable permit2;
    IRouter immutable pools;
    IWrapped immutable wrapped;
    PairFactory public pairs;

    constructor(IPermit2 permit2_, IRouter pools_, IWrapped wrapped_) {
        permit2 = permit2_;
        pools = pools_;
        wrapped = wrapped_;
    }

    receive() external payable {}

    function useFactory(PairFactory pairs_) external {
        require(address(pairs) == address(0));
        pairs = pairs_;
    }

    function execute(bytes calldata commands, bytes[] calldata inputs, uint256 deadline) external payable {
        require(block.timestamp <= deadline, "TransactionDeadlinePassed");
        require(commands.length == inputs.length, "LengthMismatch");
        for (uint256 place; place < inputs.length; place++) {
            uint8 command = uint8(commands[place]);
            try this.dispatch(command & 0x3f, inputs[place], msg.sender) {}
            catch (bytes memory reason) {
                if (command & 0x80 == 0) {
                    assembly {
                        revert(add(reason, 32), mload(reason))
                    }
                }
            }
        }
    }

    function dispatch(uint8 command, bytes calldata input, address user) external {
        require(msg.sender == address(this));
        if (command == 0x00) return swapIn(input, user);
        if (command == 0x01) return swapOut(input, user);
        if (command == 0x08) return swapInPairs(input, user);
        if (command == 0x0b) {
            (address recipient, uint256 amount) = abi.decode(input, (address, uint256));
            if (amount == 1 << 255) amount = address(this).balance;
            wrapped.deposit{value: amount}();
            address to = named(recipient, user);
            if (to != address(this)) send(address(wrapped), to, amount);
            return;
        }
        if (command == 0x0c) {
            (address recipient, uint256 minimum) = abi.decode(input, (address, uint256));
            uint256 held = IToken(address(wrapped)).balanceOf(address(this));
            require(held >= minimum, "InsufficientETH");
            wrapped.withdraw(held);
            return send(address(0), named(recipient, user), held);
        }
        (address token, address to, uint256 amount) = abi.decode(input, (address, address, uint256));
        to = named(to, user);
        if (command == 0x02) return permit2.transferFrom(user, to, uint160(amount), token);
        uint256 balance = token == address(0) ? address(this).balance : IToken(token).balanceOf(address(this));
        if (command == 0x04) {
            require(balance >= amount, "InsufficientToken");
            return send(token, to, balance);
        }
        if (command == 0x05) return send(token, to, amount == 1 << 255 ? balance : amount);
        require(command == 0x06 && amount <= 10_000, "InvalidCommandType");
        send(token, to, balance * amount / 10_000);
    }

    function swapIn(bytes calldata input, address user) private {
        (address recipient, uint256 amount, uint256 minimum, bytes memory path, bool byUser) =
            abi.decode(input, (address, uint256, uint256, bytes, bool));
        address sold = tokenAt(path, 0);
        if (amount == 1 << 255) amount = IToken(sold).balanceOf(address(this));
        if (byUser) permit2.transferFrom(user, address(this), uint160(amount), sold);
        allow(sold, amount);
        pools.exactInput(IRouter.ExactInputParams(path, named(recipient, user), block.timestamp, amount, minimum));
    }

    function swapOut(bytes calldata input, address user) private {
        (address recipient, uint256 amount, uint256 most, bytes memory path, bool byUser) =
            abi.decode(input, (address, uint256, uint256, bytes, bool));
        address sold = tokenAt(path, path.length - 20);
        if (byUser) permit2.transferFrom(user, address(this), uint160(most), sold);
        allow(sold, most);
        uint256 used =
            pools.exactOutput(IRouter.ExactOutputParams(path, named(recipient, user), block.timestamp, amount, most));
        if (byUser && used < most) send(sold, user, most - used);
    }

    /// An amount of zero: the first pair was already paid.
    function swapInPairs(bytes calldata input, address user) private {
        (address recipient, uint256 amount, uint256 minimum, address[] memory path, bool byUser) =
            abi.decode(input, (address, uint256, uint256, address[], bool));
        address to = named(recipient, user);
        Pair pair = pairs.getPair(path[0], path[1]);
        if (amount > 0 && byUser) permit2.transferFrom(user, address(pair), uint160(amount), path[0]);
        if (amount > 0 && !byUser) send(path[0], address(pair), amount);
        uint256 before = IToken(path[path.length - 1]).balanceOf(to);
        for (uint256 hop; hop + 1 < path.length; hop++) {
            trade(path[hop], path[hop + 1], hop + 2 < path.length ? address(pairs.getPair(path[hop + 1], path[hop + 2])) : to);
        }
        require(IToken(path[path.length - 1]).balanceOf(to) - before >= minimum, "V2TooLittleReceived");
    }

    function trade(address sold, address bought, address to) private {
        Pair pair = pairs.getPair(sold, bought);
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        bool isFirst = pair.token0() == sold;
        (uint256 reserveIn, uint256 reserveOut) = isFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 paid = (IToken(sold).balanceOf(address(pair)) - reserveIn) * 997;
        uint256 out = paid * reserveOut / (reserveIn * 1000 + paid);
        pair.swap(isFirst ? 0 : out, isFirst ? out : 0, to, "");
    }

    function named(address recipient, address user) private view returns (address) {
        if (recipient == address(1)) return user;
        return recipient == address(2) ? address(this) : recipient;
    }

    function tokenAt(bytes memory path, uint256 start) private pure returns (address token) {
        assembly {
            token := shr(96, mload(add(add(path, 32), start)))
        }
    }

    function allow(address token, uint256 amount) private {
        call(token, 0, abi.encodeCall(IToken.approve, (address(pools), 0)));
        call(token, 0, abi.encodeCall(IToken.approve, (address(pools), amount)));
    }

    function send(address token, address to, uint256 amount) private {
        if (amount == 0) return;
        if (token == address(0)) return call(to, amount, "");
        call(token, 0, abi.encodeCall(IToken.transfer, (to, amount)));
    }

    /// USDT returns nothing.
    function call(address to, uint256 value, bytes memory data) private {
        (bool success,) = to.call{value: value}(data);
        require(success, "CALL_FAILED");
    }
}
