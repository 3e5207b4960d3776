// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IMintable {
    function mint(address to, uint256 amount) external;
}

interface IWrappedNative {
    function deposit() external payable;
    function transfer(address to, uint256 amount) external returns (bool);
}

/// Mints play money. One call fills one wallet with everything, so that no burst of transactions is needed.
contract Faucet {
    struct Gift {
        address token;
        uint256 amount;
    }

    address public immutable keeper;

    error OnlyKeeper();
    error NotPaid(address to);

    constructor() {
        keeper = msg.sender;
    }

    /// Mints every gift to `to`, wraps `wrappedAmount` of the value sent along and pays out the rest.
    function give(address payable to, Gift[] calldata gifts, IWrappedNative wrapped, uint256 wrappedAmount)
        external
        payable
    {
        if (msg.sender != keeper) revert OnlyKeeper();
        for (uint256 i = 0; i < gifts.length; i++) IMintable(gifts[i].token).mint(to, gifts[i].amount);
        if (wrappedAmount > 0) {
            wrapped.deposit{value: wrappedAmount}();
            wrapped.transfer(to, wrappedAmount);
        }
        if (msg.value > wrappedAmount) {
            (bool paid,) = to.call{value: msg.value - wrappedAmount}("");
            if (!paid) revert NotPaid(to);
        }
    }
}
