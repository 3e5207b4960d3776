// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What a wallet that batches lets an account delegate to (EIP-7702): all calls go through, or none.
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

    /// An account without code is sent unique tokens as well: positions of a pool, for one.
    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    receive() external payable {}
}
