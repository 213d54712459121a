import { TextInput } from '@mantine/core'

/** The setup code from the server's log: proves access to the server when it listens beyond this computer. */
export function CodeInput({ error }: { error: string | undefined }) {
  return (
    <TextInput
      name="code"
      label="Código de configuração"
      description="Está escrito no registo do servidor, no arranque."
      autoComplete="off"
      error={error}
      required
    />
  )
}
