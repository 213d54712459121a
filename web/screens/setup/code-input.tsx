import { TextInput } from '@mantine/core'

/** Proof of being at the server: asked for when it listens to others than this computer. */
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
