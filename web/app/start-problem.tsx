import { MantineProvider } from '@mantine/core'
import { ErrorState } from '../ui/error-state.tsx'
import { theme } from '../ui/theme.ts'
import { ServerOverlay } from './server-overlay.tsx'

/** Stands in for the application when the server did not even tell the organisation's words. */
export function StartProblem({ message }: { message: string | undefined }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <main>
        <ErrorState
          title="Não foi possível abrir a aplicação"
          message={message}
          onRetry={() => location.reload()}
        />
      </main>
      <ServerOverlay />
    </MantineProvider>
  )
}
