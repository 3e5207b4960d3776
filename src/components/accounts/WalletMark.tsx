import { Icon } from '../../ui/Icon'

/** A wallet's icon, only if it is a `data:` image, which loads nothing from the network. `isSmall` fits into a line. */
export function WalletMark({ icon, isSmall = false }: { icon: string | undefined; isSmall?: boolean }) {
  const isPicture = icon !== undefined && /^data:image\/(png|jpe?g|webp|gif|svg\+xml)[;,]/i.test(icon.trim())
  const size = isSmall ? 'inline-grid size-4 align-middle' : 'grid size-9'
  return isPicture ? (
    <img src={icon.trim()} alt="" className={`${size} shrink-0 rounded-small`} />
  ) : (
    <span aria-hidden="true" className={`${size} shrink-0 place-items-center rounded-small bg-action-wash text-action`}>
      <Icon name="wallet" className={isSmall ? 'size-3' : 'size-5'} />
    </span>
  )
}
