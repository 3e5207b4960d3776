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

/// The commands of Uniswap's universal router for v3 pools, with its words for the caller, the router itself and a balance.
contract UniversalRouter {
    IPermit2 immutable permit2;
    IRouter immutable pools;
    IWrapped immutable wrapped;

    constructor(IPermit2 permit2_, IRouter pools_, IWrapped wrapped_) {
        permit2 = permit2_;
        pools = pools_;
        wrapped = wrapped_;
    }

    receive() external payable {}

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

    /// Tether returns nothing.
    function call(address to, uint256 value, bytes memory data) private {
        (bool success,) = to.call{value: value}(data);
        require(success, "CALL_FAILED");
    }
}
