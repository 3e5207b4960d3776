/**
 * Contracts to which wallets let EOAs delegate (EIP-7702), at the addresses that their developers publish.
 * They are created by CREATE2, so an address has the same code on every chain.
 */
export const accountDelegates: readonly { readonly name: string; readonly address: string }[] = [
  { name: 'MetaMask', address: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B' },
  { name: 'Uniswap Calibur', address: '0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00' },
  { name: 'Uniswap Calibur', address: '0x000000005c84F8Fd50b21CAC312528A64437030e' },
  { name: 'Ambire', address: '0x5A7FC11397E9a8AD41BF10bf13F22B0a63f96f6d' },
  { name: 'Simple7702Account', address: '0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9' },
  // Of the embedded exchange (`BatchAccount.sol`).
  { name: 'Demo wallet', address: '0x018f75C2C0D9eb1af3a54fEe6B7d13908defd709' },
]
