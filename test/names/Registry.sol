// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A registry of names with the interface of the universal resolver, and its records in storage.
contract Registry {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);
    error ResolverNotFound(bytes name);

    mapping(bytes32 => address) main;
    mapping(bytes32 => mapping(uint256 => address)) special;
    mapping(bytes32 => string) server;
    mapping(address => string) names;

    /// `name` in the wire format of DNS. Coin 60 is the main address.
    function setAddress(bytes calldata name, uint256 coin, address to) external {
        if (coin == 60) main[keccak256(name)] = to;
        else special[keccak256(name)][coin] = to;
    }

    function setServer(bytes calldata name, string calldata url) external {
        server[keccak256(name)] = url;
    }

    /// Anyone may claim any name for an address: only the forward lookup proves it.
    function setName(address of_, string calldata name) external {
        names[of_] = name;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        bytes32 id = keccak256(name);
        if (bytes(server[id]).length > 0) {
            string[] memory urls = new string[](1);
            urls[0] = server[id];
            revert OffchainLookup(address(this), urls, data, this.fromServer.selector, name);
        }
        if (data.length > 36) {
            address own = special[id][abi.decode(data[36:], (uint256))];
            return (abi.encode(own == address(0) ? bytes("") : abi.encodePacked(own)), address(this));
        }
        if (main[id] == address(0)) revert ResolverNotFound(name);
        return (abi.encode(main[id]), address(this));
    }

    function fromServer(bytes calldata response, bytes calldata) external view returns (bytes memory, address) {
        return (response, address(this));
    }

    function reverseWithGateways(bytes calldata of_, uint256, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        return (names[address(bytes20(of_))], address(this), address(this));
    }
}
