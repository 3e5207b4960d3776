// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Enforces bounds on a batch of calls that one account executes as one transaction (EIP-5792). `snapshot` is the first
/// call. `verify` is the last call: it reverts all of them when a balance or an allowance is out of bounds.
///
/// Snapshots are kept in transient storage (EIP-1153) until the end of the transaction. There is no other state, no
/// owner and no payable function: the contract holds nothing and cannot be changed.
contract BatchAssertion {
    /// The native coin is the zero address.
    struct Balance {
        address token;
        address account;
    }

    /// The smallest allowed change of a balance; negative for the most that may leave.
    struct Change {
        address token;
        address account;
        int256 least;
    }

    /// The largest allowance that a spender may have from the caller: at the token directly, or through Permit2.
    struct Allowance {
        address token;
        address spender;
        address through;
        uint256 most;
    }

    error AlreadyTaken(address token, address account);
    error NotTaken(address token, address account);
    error ChangedTooLittle(address token, address account, int256 change, int256 least);
    error AllowedTooMuch(address token, address spender, uint256 amount, uint256 most);
    error Unreadable(address token);

    /// Records balances for the calling account.
    function snapshot(Balance[] calldata balances) external {
        for (uint256 i; i < balances.length; ++i) {
            Balance calldata it = balances[i];
            bytes32 slot = slotOf(it.token, it.account);
            if (load(slot) != 0) revert AlreadyTaken(it.token, it.account);
            // Plus one, to distinguish a balance of zero from one that was not recorded.
            store(slot, balanceOf(it.token, it.account) + 1);
        }
    }

    /// Compares with the recorded balances, clears them, and reverts when anything is out of bounds.
    function verify(Change[] calldata changes, Allowance[] calldata allowances) external {
        for (uint256 i; i < changes.length; ++i) {
            Change calldata it = changes[i];
            bytes32 slot = slotOf(it.token, it.account);
            uint256 kept = load(slot);
            if (kept == 0) revert NotTaken(it.token, it.account);
            store(slot, 0);
            int256 change = difference(balanceOf(it.token, it.account), kept - 1);
            if (change < it.least) revert ChangedTooLittle(it.token, it.account, change, it.least);
        }
        for (uint256 i; i < allowances.length; ++i) {
            Allowance calldata it = allowances[i];
            uint256 amount = allowanceOf(it);
            if (amount > it.most) revert AllowedTooMuch(it.token, it.spender, amount, it.most);
        }
    }

    function balanceOf(address token, address account) private view returns (uint256) {
        if (token == address(0)) return account.balance;
        return read(token, abi.encodeWithSignature("balanceOf(address)", account));
    }

    function allowanceOf(Allowance calldata it) private view returns (uint256) {
        if (it.through == address(0))
            return read(it.token, abi.encodeWithSignature("allowance(address,address)", msg.sender, it.spender));
        // Permit2 returns amount, expiration and nonce; the amount comes first.
        bytes memory asked =
            abi.encodeWithSignature("allowance(address,address,address)", msg.sender, it.token, it.spender);
        return read(it.through, asked);
    }

    function read(address from, bytes memory data) private view returns (uint256 word) {
        (bool success, bytes memory answer) = from.staticcall(data);
        if (!success || answer.length < 32) revert Unreadable(from);
        word = abi.decode(answer, (uint256));
    }

    /// Caps balances at the largest int256: no token has more, and casting more would flip the sign.
    function difference(uint256 later, uint256 earlier) private pure returns (int256) {
        uint256 limit = uint256(type(int256).max);
        return int256(later < limit ? later : limit) - int256(earlier < limit ? earlier : limit);
    }

    function slotOf(address token, address account) private view returns (bytes32) {
        return keccak256(abi.encode(msg.sender, token, account));
    }

    function load(bytes32 slot) private view returns (uint256 value) {
        assembly {
            value := tload(slot)
        }
    }

    function store(bytes32 slot, uint256 value) private {
        assembly {
            tstore(slot, value)
        }
    }
}
