const words = (text: string) => text.trim().split(/\s+/);

/** Options of Connector/J whose effect connections have anyway, or which concern its own caches and types. */
export const IGNORED_OPTIONS: readonly string[] = words(`
  allowLoadLocalInfile allowMultiQueries allowPublicKeyRetrieval alwaysSendSetIsolation autoClosePStmtStreams
  autoDeserialize autoReconnect autoReconnectForPools autoSlowLog blobSendChunkSize cacheCallableStmts cachePrepStmts
  cacheResultSetMetadata cacheServerConfiguration callableStmtCacheSize characterEncoding characterSetResults
  connectionAttributes connectionCollation continueBatchOnError createDatabaseIfNotExist databaseTerm defaultFetchSize
  dontTrackOpenResources elideSetAutoCommits emulateUnsupportedPstmts failOverReadOnly
  forceConnectionTimeZoneToSession functionsNeverReturnBlobs generateSimpleParameterMetadata getProceduresReturnsFunctions
  holdResultsOpenOverStatementClose initialTimeout interactiveClient jdbcCompliantTruncation logSlowQueries logger
  maintainTimeStats maxReconnects maxRows metadataCacheSize netTimeoutForStreamingResults noAccessToProcedureBodies
  nullCatalogMeansCurrent nullDatabaseMeansCurrent nullNamePatternMatchesAll paranoid pinGlobalTxToPhysicalConnection
  prepStmtCacheSize prepStmtCacheSqlLimit preserveInstants processEscapeCodesForPrepStmts profileSQL
  queriesBeforeRetryMaster readFromMasterWhenNoSlaves reconnectAtTxEnd rewriteBatchedStatements
  scrollTolerantForwardOnly secondsBeforeRetryMaster sendFractionalSeconds slowQueryThresholdMillis socketTimeout
  strictUpdates tcpKeepAlive tcpNoDelay tcpRcvBuf tcpSndBuf tcpTrafficClass tinyInt1isBit traceProtocol
  transformedBitIsBoolean treatUtilDateAsTimestamp useAffectedRows useBatchMultiSend useBulkStmts useColumnNamesInFindColumn
  useCompression useConfigs useCursorFetch useFastDateParsing useFastIntParsing useGmtMillisForDatetimes useHostsInPrivileges
  useInformationSchema useJDBCCompliantTimezoneShift useLegacyDatetimeCode useLocalSessionState useLocalTransactionState
  useMysqlMetadata useOldAliasMetadataBehavior useOnlyServerErrorMessages useReadAheadInput useSSPSCompatibleTimezoneShift
  useServerPrepStmts useStreamLengthsInPrepStmts useTimezone useUnbufferedInput useUnicode useUsageAdvisor
  yearIsDateType zeroDateTimeBehavior`);

const CA = 'write ca with a file of certificates in PEM, as keytool -exportcert -rfc writes it';
const CLIENT = 'write cert and key with files in PEM, as openssl pkcs12 -nodes writes them';
const MODE = 'write sslMode with REQUIRED, VERIFY_CA or VERIFY_IDENTITY';
const POOL = 'set db.pool';

/** Options that cannot be ignored, each with what to write in its place. */
export const REPLACED_OPTIONS: Readonly<Record<string, string>> = {
  trustStore: CA,
  trustStorePassword: CA,
  trustStoreType: CA,
  trustCertificateKeyStoreUrl: CA,
  trustCertificateKeyStorePassword: CA,
  trustCertificateKeyStoreType: CA,
  fallbackToSystemTrustStore: CA,
  serverSslCert: CA,
  keyStore: CLIENT,
  keyStorePassword: CLIENT,
  keyStoreType: CLIENT,
  keyPassword: CLIENT,
  clientCertificateKeyStoreUrl: CLIENT,
  clientCertificateKeyStorePassword: CLIENT,
  clientCertificateKeyStoreType: CLIENT,
  trustServerCertificate: MODE,
  disableSslHostnameVerification: MODE,
  enabledTLSProtocols: 'set db.ssl.minVersion',
  enabledSslProtocolSuites: 'set db.ssl.minVersion',
  tlsVersions: 'set db.ssl.minVersion',
  connectionLimit: POOL,
  maxPoolSize: POOL,
  minPoolSize: POOL,
  sessionVariables: 'set them in the configuration of the server',
};
