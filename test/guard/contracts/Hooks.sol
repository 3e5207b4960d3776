// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Code that a token calls during a transfer. It makes any calls, or stops the transaction.
/// In a token of a hostile issuer, transfers may move half, or contracts seem to hold twice as much.
contract Hooks {
    struct Call {
        address to;
        bytes data;
    }

    address immutable owner = msg.sender;
    bool isRunning;
    bool isStopping;
    bool public isKeeping;
    bool public isLying;
    Call[] calls;

    mapping(address account => bool) listens;

    constructor(address[] memory accounts) {
        for (uint256 i = 0; i < accounts.length; i++) listens[accounts[i]] = true;
    }

    receive() external payable {}

    function arm(uint8 trick, Call[] calldata calls_) external {
        require(msg.sender == owner);
        (isStopping, isKeeping, isLying) = (trick == 1, trick == 2, trick == 3);
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
        bytes memory data = msg.data;
        if (isMoved && isHostile && hooks.isKeeping()) scaleLastWord(data, 1, 2);
        (bool done, bytes memory answer) = known.delegatecall(data);
        if (!done) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        if (isMoved) hooks.run(to, isHostile);
        if (msg.sig == 0x70a08231 && isHostile && hooks.isLying()) {
            if (abi.decode(msg.data[4:36], (address)).code.length > 0) scaleLastWord(answer, 2, 1);
        }
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }

    function scaleLastWord(bytes memory data, uint256 by, uint256 per) private pure {
        assembly {
            let place := add(data, mload(data))
            mstore(place, div(mul(mload(place), by), per))
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
