// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A multisig like Safe: anyone may relay the owners' transaction; the account executes it and logs its hash.
contract SafeLike {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    event ExecutionSuccess(bytes32 txHash, uint256 payment);
    event ExecutionFailure(bytes32 txHash, uint256 payment);

    receive() external payable {}

    /// All calls or none, as a Safe executes them through `MultiSend`.
    function execBatch(Call[] calldata calls, bytes32 safeTxHash) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok,) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            require(ok, "GS013");
        }
        emit ExecutionSuccess(safeTxHash, 0);
    }

    function execTransaction(address to, uint256 value, bytes calldata data, bytes32 safeTxHash) external {
        (bool ok,) = to.call{value: value}(data);
        if (ok) emit ExecutionSuccess(safeTxHash, 0);
        else emit ExecutionFailure(safeTxHash, 0);
    }
}

/// The same with the hash as a topic, as in Safe since version 1.4.
contract IndexedSafeLike {
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
    event ExecutionFailure(bytes32 indexed txHash, uint256 payment);

    receive() external payable {}

    function execTransaction(address to, uint256 value, bytes calldata data, bytes32 safeTxHash) external {
        (bool ok,) = to.call{value: value}(data);
        if (ok) emit ExecutionSuccess(safeTxHash, 0);
        else emit ExecutionFailure(safeTxHash, 0);
    }
}

/// A Safe with nonces, as since version 1.3: each nonce is executed once.
contract NumberedSafe {
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
    event ExecutionFailure(bytes32 indexed txHash, uint256 payment);

    uint256 public nonce;

    receive() external payable {}

    function domainSeparator() public view returns (bytes32) {
        bytes32 typeHash = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(typeHash, block.chainid, address(this)));
    }

    function hashOf(address to, uint256 value, bytes calldata data, uint256 number) public view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)"
        );
        bytes32 content = keccak256(
            abi.encode(typeHash, to, value, keccak256(data), uint8(0), 0, 0, 0, address(0), address(0), number)
        );
        return keccak256(abi.encodePacked(bytes2(0x1901), domainSeparator(), content));
    }

    function execTransaction(address to, uint256 value, bytes calldata data) external {
        bytes32 hash = hashOf(to, value, data, nonce++);
        (bool ok,) = to.call{value: value}(data);
        if (ok) emit ExecutionSuccess(hash, 0);
        else emit ExecutionFailure(hash, 0);
    }
}

/// An ERC-4337 account: only its entry point can call it.
contract OperatedAccount {
    receive() external payable {}

    function execute(address to, uint256 value, bytes calldata data) external returns (bool ok) {
        (ok,) = to.call{value: value}(data);
    }
}

/// Logs the result of each operation of a bundle.
contract EntryPointLike {
    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );

    function handleOp(OperatedAccount account, address to, uint256 value, bytes calldata data, bytes32 userOpHash) external {
        bool ok = account.execute(to, value, data);
        emit UserOperationEvent(userOpHash, address(account), address(0), 0, ok, 0, 0);
    }

    event Transfer(address indexed from, address indexed to, uint256 value);

    /// Logs an execution that did not happen.
    function pretend(address account, bytes32 userOpHash, bool success) external {
        emit UserOperationEvent(userOpHash, account, address(0), 0, success, 0, 0);
    }

    /// Logs it as a transfer of its own token, without a request.
    function pretendAsToken(address account, bytes32 userOpHash) external {
        emit Transfer(address(0), account, 1);
        emit Transfer(account, address(0), 1);
        emit Transfer(address(0), account, 1);
        emit UserOperationEvent(userOpHash, account, address(0), 0, true, 0, 0);
    }

    /// Lets another entry point execute an operation, and logs a failure in the same transaction.
    function denyBeside(EntryPointLike trusted, OperatedAccount account, address to, bytes calldata data, bytes32 userOpHash) external {
        emit UserOperationEvent(userOpHash, address(account), address(0), 0, false, 0, 0);
        trusted.handleOp(account, to, 0, data, userOpHash);
    }
}
