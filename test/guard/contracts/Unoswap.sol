// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}

interface IPair {
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 time);
    function swap(uint256 amount0, uint256 amount1, address to, bytes calldata data) external;
}

interface IPool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function fee() external view returns (uint24);
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256 amount0, int256 amount1);
}

/// A stand-in for the direct swaps of 1inch v6, of which no package has the code: written after the published source, without
/// Permit2 and Curve. Like the original, it believes what the last pool reports.
contract Unoswap {
    IToken private immutable weth;
    address private immutable factory;
    bytes32 private immutable poolHash;

    constructor(IToken weth_, address factory_, bytes32 poolHash_) {
        weth = weth_;
        factory = factory_;
        poolHash = poolHash_;
    }

    receive() external payable {}

    function unoswap(uint256 token, uint256 amount, uint256 least, uint256 dex) external {
        _swap(msg.sender, msg.sender, token, amount, least, _pools(dex, 0, 0));
    }

    function unoswap2(uint256 token, uint256 amount, uint256 least, uint256 dex, uint256 dex2) external {
        _swap(msg.sender, msg.sender, token, amount, least, _pools(dex, dex2, 0));
    }

    function unoswap3(uint256 token, uint256 amount, uint256 least, uint256 dex, uint256 dex2, uint256 dex3) external {
        _swap(msg.sender, msg.sender, token, amount, least, _pools(dex, dex2, dex3));
    }

    function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 least, uint256 dex) external {
        _swap(msg.sender, address(uint160(to)), token, amount, least, _pools(dex, 0, 0));
    }

    function unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 least, uint256 dex, uint256 dex2) external {
        _swap(msg.sender, address(uint160(to)), token, amount, least, _pools(dex, dex2, 0));
    }

    function ethUnoswap(uint256 least, uint256 dex) external payable {
        _sell(msg.sender, least, _pools(dex, 0, 0));
    }

    function ethUnoswap2(uint256 least, uint256 dex, uint256 dex2) external payable {
        _sell(msg.sender, least, _pools(dex, dex2, 0));
    }

    function ethUnoswapTo(uint256 to, uint256 least, uint256 dex) external payable {
        _sell(address(uint160(to)), least, _pools(dex, 0, 0));
    }

    function _sell(address to, uint256 least, uint256[] memory pools) private {
        if (!_has(pools[0], 251)) weth.deposit{ value: msg.value }();
        _swap(address(this), to, uint160(address(weth)), msg.value, least, pools);
    }

    function _swap(address payer, address to, uint256 token, uint256 amount, uint256 least, uint256[] memory pools) private {
        bool unwraps = _has(pools[pools.length - 1], 252);
        for (uint256 i = 0; i < pools.length; ++i) {
            bool isLast = i + 1 == pools.length;
            address next = isLast ? (unwraps ? address(this) : to) : _preTransfer(pools[i + 1]);
            amount = _one(payer, next, address(uint160(token)), amount, pools[i]);
            (payer, token) = (next, 0);
        }
        require(amount >= least, "ReturnAmountIsNotEnough");
        if (!unwraps) return;
        weth.withdraw(amount);
        (bool done,) = to.call{ value: amount }("");
        require(done);
    }

    function _one(address payer, address to, address token, uint256 amount, uint256 pool) private returns (uint256) {
        bool zeroForOne = _has(pool, 247);
        if (pool >> 253 == 1) {
            uint160 limit = zeroForOne ? 4295128740 : 1461446703485210103287273052203988822378723970341;
            bytes memory call = abi.encodeCall(IPool.swap, (to, zeroForOne, int256(amount), limit, abi.encode(payer, false)));
            (bool done, bytes memory data) = address(uint160(pool)).call(call);
            require(done, "the pool reverted");
            // Without code at the address, the original reads what is in memory: the most that it could be.
            if (data.length < 64) return type(uint256).max;
            (int256 amount0, int256 amount1) = abi.decode(data, (int256, int256));
            return uint256(-(zeroForOne ? amount1 : amount0));
        }
        require(pool >> 253 == 0, "Curve is not part of the stand-in");
        if (payer == address(this)) require(IToken(token).transfer(address(uint160(pool)), amount));
        else if (payer == msg.sender) require(IToken(token).transferFrom(payer, address(uint160(pool)), amount));
        return _pair(to, amount, pool, zeroForOne);
    }

    function _pair(address to, uint256 amount, uint256 pool, bool zeroForOne) private returns (uint256 paid) {
        (uint256 from, uint256 into,) = IPair(address(uint160(pool))).getReserves();
        if (!zeroForOne) (from, into) = (into, from);
        uint256 numerator = uint32(pool >> 160);
        paid = amount * (numerator == 0 ? 997_000_000 : numerator);
        paid = (paid * into) / (paid + from * 1e9);
        IPair(address(uint160(pool))).swap(zeroForOne ? 0 : paid, zeroForOne ? paid : 0, to, "");
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        (address payer,) = abi.decode(data, (address, bool));
        (address token0, address token1) = (IPool(msg.sender).token0(), IPool(msg.sender).token1());
        (address token, uint256 amount) = amount0 > 0 ? (token0, uint256(amount0)) : (token1, uint256(amount1));
        if (payer == address(this)) {
            require(IToken(token).transfer(msg.sender, amount));
            return;
        }
        bytes32 salt = keccak256(abi.encode(token0, token1, IPool(msg.sender).fee()));
        bytes32 pool = keccak256(abi.encodePacked(hex"ff", factory, salt, poolHash));
        require(address(uint160(uint256(pool))) == msg.sender, "BadPool");
        require(IToken(token).transferFrom(payer, msg.sender, amount));
    }

    function _preTransfer(uint256 pool) private view returns (address) {
        return pool >> 253 == 0 ? address(uint160(pool)) : address(this);
    }

    function _has(uint256 word, uint256 bit) private pure returns (bool) {
        return (word >> bit) & 1 == 1;
    }

    function _pools(uint256 dex, uint256 dex2, uint256 dex3) private pure returns (uint256[] memory pools) {
        pools = new uint256[](dex3 != 0 ? 3 : dex2 != 0 ? 2 : 1);
        pools[0] = dex;
        if (pools.length > 1) pools[1] = dex2;
        if (pools.length > 2) pools[2] = dex3;
    }
}

/// A pool that takes nothing, pays nothing, and reports any amount.
contract BoastfulPool {
    function swap(address, bool, int256, uint160, bytes calldata) external pure returns (int256, int256) {
        return (-1e40, -1e40);
    }
}
