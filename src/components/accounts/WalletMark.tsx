import { Icon } from '../../ui/Icon'

/** A wallet's icon, only if it is a `data:` image, which loads nothing from the network. */
export function WalletMark({ icon }: { icon: string | undefined }) {
  const isPicture = icon !== undefined && /^data:image\/(png|jpe?g|webp|gif|svg\+xml)[;,]/i.test(icon.trim())
  return isPicture ? (
    <img src={icon.trim()} alt="" className="size-9 shrink-0 rounded-small" />
  ) : (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-small bg-action-wash text-action"
    >
      <Icon name="wallet" />
    </span>
  )
}
