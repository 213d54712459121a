export function serverProcess(args?: string[]): { args: string[]; env: NodeJS.ProcessEnv }
