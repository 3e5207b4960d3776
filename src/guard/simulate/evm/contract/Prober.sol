// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Simulates an ordered list of calls on nodes that support only `eth_call`. A state override puts this code at the
/// account's address for one call: the calls have the right sender, and each sees the effects of those before it. Never deployed.
contract Prober {
    struct Call {
        address to;
        uint256 value;
        /// The most that the call may use.
        uint256 gas;
        bytes data;
    }

    struct Outcome {
        bool success;
        uint256 gasUsed;
        bytes result;
    }

    struct Report {
        bytes[] before;
        bytes[] afterwards;
        uint256[] coinsBefore;
        uint256[] coinsAfter;
        Outcome[] outcomes;
    }

    /// Makes the calls until one fails, and reads `reads` and the balances of `accounts` before and after.
    function run(Call[] calldata calls, Call[] calldata reads, address[] calldata accounts)
        external
        payable
        returns (Report memory report)
    {
        require(msg.sender == address(this));
        report.before = readAll(reads);
        report.coinsBefore = coinsOf(accounts);
        report.outcomes = new Outcome[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            report.outcomes[i] = perform(calls[i]);
            if (!report.outcomes[i].success) break;
        }
        report.afterwards = readAll(reads);
        report.coinsAfter = coinsOf(accounts);
    }

    function perform(Call calldata call) private returns (Outcome memory outcome) {
        uint256 gas = gasleft();
        (outcome.success, outcome.result) = call.to.call{value: call.value, gas: call.gas}(call.data);
        outcome.gasUsed = gas - gasleft();
    }

    function readAll(Call[] calldata reads) private view returns (bytes[] memory results) {
        results = new bytes[](reads.length);
        for (uint256 i; i < reads.length; ++i) {
            (, results[i]) = reads[i].to.staticcall(reads[i].data);
        }
    }

    function coinsOf(address[] calldata accounts) private view returns (uint256[] memory coins) {
        coins = new uint256[](accounts.length);
        for (uint256 i; i < accounts.length; ++i) coins[i] = accounts[i].balance;
    }

    receive() external payable {}

    /// Accepts every call, as an account without code does, and answers the receiver hooks that tokens require.
    fallback() external payable {
        bytes4 hook = msg.sig;
        if (hook == 0x150b7a02 || hook == 0xf23a6e61 || hook == 0xbc197c81) {
            assembly {
                mstore(0, hook)
                return(0, 32)
            }
        }
    }
}
