// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Code that a token calls during a transfer. It makes any calls, or stops the transaction.
contract Hooks {
    struct Call {
        address to;
        bytes data;
    }

    address immutable owner = msg.sender;
    bool isRunning;
    bool isStopping;
    Call[] calls;

    mapping(address account => bool) listens;

    constructor(address[] memory accounts) {
        for (uint256 i = 0; i < accounts.length; i++) listens[accounts[i]] = true;
    }

    receive() external payable {}

    function arm(bool isStopping_, Call[] calldata calls_) external {
        require(msg.sender == owner);
        isStopping = isStopping_;
        for (uint256 i = 0; i < calls_.length; i++) calls.push(calls_[i]);
    }

    /// Only for accounts that registered it, unless the token's issuer is hostile.
    function run(address account, bool isHostile) external {
        if (isRunning || !(isHostile || listens[account])) return;
        require(!isStopping, "stopped");
        isRunning = true;
        for (uint256 i = 0; i < calls.length; i++) calls[i].to.call(calls[i].data);
        isRunning = false;
    }
}

/// The code of another token, with the hooks of ERC-777: the sender's before a transfer, the recipient's after it.
contract HookedCode {
    address immutable known;
    Hooks immutable hooks;
    bool immutable isHostile;

    constructor(address known_, Hooks hooks_, bool isHostile_) {
        (known, hooks, isHostile) = (known_, hooks_, isHostile_);
    }

    fallback() external payable {
        (bool isMoved, address from, address to) = parties();
        if (isMoved) hooks.run(from, isHostile);
        (bool done, bytes memory answer) = known.delegatecall(msg.data);
        if (!done) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        if (isMoved) hooks.run(to, isHostile);
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }

    function parties() private view returns (bool, address, address) {
        if (msg.sig == 0xa9059cbb) return (true, msg.sender, abi.decode(msg.data[4:36], (address)));
        if (msg.sig == 0x095ea7b3 && isHostile) return (true, msg.sender, abi.decode(msg.data[4:36], (address)));
        if (msg.sig != 0x23b872dd) return (false, address(0), address(0));
        (address from, address to) = abi.decode(msg.data[4:68], (address, address));
        return (true, from, to);
    }
}
