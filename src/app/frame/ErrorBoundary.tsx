import { Component, type ReactNode } from 'react'
import { dialogs } from '../dialogs'
import { BrokenPage } from './BrokenPage'

type Props = {
  /** The URL path: when it changes, the error is reset and the page renders again. */
  location: string
  /** An order is unfinished: a wallet may be showing a request of this page. */
  isBusy: boolean
  children: ReactNode
}

type State = { readonly broken: { readonly error: unknown } | undefined }

/** Catches errors that a page throws while rendering, and shows what to do next instead of a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { broken: { error } }
  }

  override componentDidUpdate(before: Props) {
    if (before.location !== this.props.location && this.state.broken) this.setState({ broken: undefined })
  }

  override render() {
    const { broken } = this.state
    if (!broken) return this.props.children
    return <BrokenPage error={broken.error} isBusy={this.props.isBusy} onRetry={() => this.#retry()} />
  }

  #retry() {
    // A dialog that could not be loaded would fail again at once.
    dialogs.close()
    this.setState({ broken: undefined })
  }
}
