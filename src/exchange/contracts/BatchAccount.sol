// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The EIP-7702 delegate of a wallet with atomic batches: all calls succeed, or all revert.
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    function execute(Call[] calldata calls) external payable {
        require(msg.sender == address(this), "only itself");
        for (uint256 i; i < calls.length; ++i) {
            (bool success, bytes memory result) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (success) continue;
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
    }

    /// With code, an account must accept ERC-721 tokens explicitly, for example pool positions.
    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    receive() external payable {}
}
