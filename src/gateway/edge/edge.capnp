# The gateway on workerd, with its settings from the environment: see "On an edge runtime" in docs/operators.md.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "gateway", worker = .gateway),
    (name = "assets", disk = "dist/app"),
    # Left to itself, workerd refuses private networks. Only addresses from the settings are ever called.
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:4173", http = (), service = "gateway")],
);

const gateway :Workerd.Worker = (
  modules = [(name = "edge.js", esModule = embed "../../../dist/edge/edge.js")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["enable_request_signal"],
  bindings = [
    (name = "ASSETS", service = "assets"),
    (name = "TIDEGATE_BASE_URL", fromEnvironment = "TIDEGATE_BASE_URL"),
    (name = "TIDEGATE_API_KEY", fromEnvironment = "TIDEGATE_API_KEY"),
    (name = "TIDEGATE_CHAINS", fromEnvironment = "TIDEGATE_CHAINS"),
    (name = "TIDEGATE_SLIPPAGE_UNIT", fromEnvironment = "TIDEGATE_SLIPPAGE_UNIT"),
    (name = "TIDEGATE_IMAGE_BASE_URL", fromEnvironment = "TIDEGATE_IMAGE_BASE_URL"),
    (name = "TIDEGATE_WALLETCONNECT_ID", fromEnvironment = "TIDEGATE_WALLETCONNECT_ID"),
    (name = "TIDEGATE_WALLETCONNECT_RELAY", fromEnvironment = "TIDEGATE_WALLETCONNECT_RELAY"),
    (name = "TIDEGATE_ENS", fromEnvironment = "TIDEGATE_ENS"),
    (name = "TIDEGATE_ENS_GATEWAYS", fromEnvironment = "TIDEGATE_ENS_GATEWAYS"),
    (name = "TIDEGATE_UNS", fromEnvironment = "TIDEGATE_UNS"),
    (name = "TIDEGATE_WIDGET_ORIGINS", fromEnvironment = "TIDEGATE_WIDGET_ORIGINS"),
    (name = "TIDEGATE_SAFE_ORIGIN", fromEnvironment = "TIDEGATE_SAFE_ORIGIN"),
    (name = "TIDEGATE_RPC_ORIGINS", fromEnvironment = "TIDEGATE_RPC_ORIGINS"),
    (name = "TIDEGATE_NAME", fromEnvironment = "TIDEGATE_NAME"),
    (name = "TIDEGATE_PUBLIC_URL", fromEnvironment = "TIDEGATE_PUBLIC_URL"),
    (name = "TIDEGATE_TRUSTED_PROXIES", fromEnvironment = "TIDEGATE_TRUSTED_PROXIES"),
    (name = "TIDEGATE_MAX_ANSWER_MB", fromEnvironment = "TIDEGATE_MAX_ANSWER_MB"),
    (name = "TIDEGATE_LIMITS", fromEnvironment = "TIDEGATE_LIMITS"),
    (name = "TIDEGATE_SCREENING", fromEnvironment = "TIDEGATE_SCREENING"),
    (name = "TIDEGATE_SCREENING_KEY", fromEnvironment = "TIDEGATE_SCREENING_KEY"),
    (name = "TIDEGATE_STORE", fromEnvironment = "TIDEGATE_STORE"),
    (name = "TIDEGATE_SECURITY_CONTACT", fromEnvironment = "TIDEGATE_SECURITY_CONTACT"),
    (name = "TIDEGATE_NOTICE", fromEnvironment = "TIDEGATE_NOTICE"),
    (name = "TIDEGATE_LOG", fromEnvironment = "TIDEGATE_LOG"),
    (name = "TIDEGATE_METRICS_TOKEN", fromEnvironment = "TIDEGATE_METRICS_TOKEN"),
  ],
);
