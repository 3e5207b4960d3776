import { Component, type ReactNode } from 'react'
import { BrokenPage } from './BrokenPage'

type Props = {
  /** Another place, another chance: the page is tried again when it changes. */
  place: string
  children: ReactNode
}

type State = { readonly broken: { readonly error: unknown } | undefined }

/** Catches what a page could not: never a white page, always the next thing to do. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { broken: { error } }
  }

  override componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.broken) this.setState({ broken: undefined })
  }

  override render() {
    const { broken } = this.state
    if (!broken) return this.props.children
    return <BrokenPage error={broken.error} onRetry={() => this.setState({ broken: undefined })} />
  }
}
