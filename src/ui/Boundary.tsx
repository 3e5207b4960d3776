import { Component, type ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** Shown instead of children that threw while rendering. Without it nothing is: right for what is only decoration. */
  readonly fallback?: (error: unknown, retry: () => void) => ReactNode
  /** When it changes, the children are rendered again. */
  readonly resetBy?: string
}

type State = { readonly broken: { readonly error: unknown } | undefined }

/** Contains an error to one part of the page. */
export class Boundary extends Component<Props, State> {
  override state: State = { broken: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { broken: { error } }
  }

  override componentDidUpdate(before: Props) {
    if (before.resetBy !== this.props.resetBy && this.state.broken) this.#retry()
  }

  override render() {
    const { broken } = this.state
    if (!broken) return this.props.children
    return this.props.fallback?.(broken.error, () => this.#retry()) ?? null
  }

  #retry() {
    this.setState({ broken: undefined })
  }
}
