@echo off
rem Starts HLO Explorer on a JDK 25, and builds it first where a source is newer than the last build.
rem HLOX_JAVA_OPTS holds further options for the JVM. Exit status 70 where no JDK 25 is found or the build fails.
setlocal EnableExtensions DisableDelayedExpansion
set "root=%~dp0"
set "out=%root%target\hlox"
set "stamp=%out%\stamp"
set "arguments=%out%\java-arguments"

rem A JDK 25: the build needs its compiler, so a runtime alone or a newer JDK does not do.
set "jdk="
if defined JAVA_HOME call :try "%JAVA_HOME%"
for %%J in (java.exe) do if not "%%~$PATH:J"=="" call :try "%%~dp$PATH:J.."
for /d %%D in ("%ProgramFiles%\Eclipse Adoptium\*" "%ProgramFiles%\Java\*" "%ProgramFiles%\Microsoft\jdk*" "%ProgramFiles%\Zulu\*" "%ProgramFiles%\Amazon Corretto\*" "%ProgramFiles%\BellSoft\*" "%USERPROFILE%\.jdks\*" "%USERPROFILE%\.gradle\jdks\*" "%USERPROFILE%\scoop\apps\*") do (
    call :try "%%~D"
    call :try "%%~D\current"
)
if not defined jdk (
    echo hlox: no JDK 25 found: install one ^(for example Temurin 25, https://adoptium.net^) or set JAVA_HOME to it; looked at JAVA_HOME, java on the PATH, the usual folders below %ProgramFiles%, and .jdks, .gradle and scoop below %USERPROFILE%. 1>&2
    exit /b 70
)
set "JAVA_HOME=%jdk%"

rem What Maven made is good until a source, a resource or a pom is newer than the stamp.
if not exist "%stamp%" goto build
if not exist "%arguments%" goto build
pushd "%root%"
powershell -NoProfile -Command "$stamp = (Get-Item '%stamp%').LastWriteTime; exit [int][bool](Get-ChildItem -Recurse pom.xml, .mvn, *\pom.xml, *\src\main | Where-Object LastWriteTime -gt $stamp | Select-Object -First 1)"
set "stale=%ERRORLEVEL%"
popd
if "%stale%"=="0" goto start

:build
echo hlox: building: one to two minutes, the first time with up to 300 MB of libraries to download ... 1>&2
if not exist "%out%" mkdir "%out%"
rem Made before the build: what is edited meanwhile is newer.
type nul > "%stamp%.new"
pushd "%root%"
call mvnw.cmd -q -B -ntp -T1C -pl installer -am -Dbuild.folder=target/hlox -Dmaven.test.skip=true -Dstatic.analysis=-g -Dwarnings.fatal=-g package 1>&2 < nul
if errorlevel 1 (
    popd
    echo hlox: the build failed; Maven's messages above say why. 1>&2
    exit /b 70
)
rem The paths are too long for a command line here, and a file of arguments takes backslashes for escapes.
powershell -NoProfile -Command "$read = { (Get-Content ('installer\target\hlox\' + $args[0])).Replace('\', '/') }; Set-Content -Encoding Default '%arguments%' @('--module-path', ('\"' + (& $read 'module-path') + '\"'), '-cp', ('\"' + (& $read 'class-path') + '\"'))"
popd
move /y "%stamp%.new" "%stamp%" > nul

:start
"%JAVA_HOME%\bin\java.exe" -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED,javafx.graphics --add-modules javafx.controls %HLOX_JAVA_OPTS% "@%arguments%" org.hloexplorer.app.Launcher %*
exit /b %ERRORLEVEL%

:try
if defined jdk exit /b
if not exist "%~1\bin\javac.exe" exit /b
findstr /b /c:"JAVA_VERSION=\"25" "%~1\release" > nul 2>&1 && set "jdk=%~f1"
exit /b
