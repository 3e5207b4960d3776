// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Names of Unstoppable Domains as its proxy reader shows them, with the records in storage.
contract ProxyReader {
    mapping(uint256 => address) owners;
    mapping(uint256 => mapping(string => string)) records;
    mapping(address => string) names;

    function setOwner(uint256 name, address owner) external {
        owners[name] = owner;
    }

    function setRecord(uint256 name, string calldata key, string calldata value) external {
        records[name][key] = value;
    }

    /// Anyone may claim any name for an address: only the forward lookup proves it.
    function setName(address of_, string calldata name) external {
        names[of_] = name;
    }

    function getData(string[] calldata keys, uint256 name)
        external
        view
        returns (address resolver, address owner, string[] memory values)
    {
        owner = owners[name];
        resolver = owner == address(0) ? address(0) : address(this);
        values = new string[](keys.length);
        if (owner != address(0)) for (uint256 i = 0; i < keys.length; i++) values[i] = records[name][keys[i]];
    }

    function reverseNameOf(address of_) external view returns (string memory) {
        return names[of_];
    }
}
